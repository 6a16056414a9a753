// Plays every game by choosing at random: the least that a bot in Go does.
package main

import (
	"context"
	"log"
	"math/rand/v2"
	"os"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	pb "bothy-go/generated/bothyv1"
)

func main() {
	if err := play(); err != nil {
		log.Fatal(err)
	}
}

func play() error {
	conn, err := grpc.NewClient(os.Getenv("BOTHY_REFEREE"), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer conn.Close()
	stream, err := pb.NewBotServiceClient(conn).Play(context.Background())
	if err != nil {
		return err
	}
	hello := &pb.Hello{Token: os.Getenv("BOTHY_TOKEN"), Protocol: 1}
	if err := stream.Send(&pb.PlayRequest{Hello: hello}); err != nil {
		return err
	}
	games := map[uint64]*rand.Rand{}
	for {
		response, err := stream.Recv()
		if err != nil {
			return err
		}
		// One message may hold several things: take its fields in the order of their numbers.
		for _, game := range response.GamesStarted {
			var seed [32]byte
			copy(seed[:], game.RandomSeed)
			games[game.GameId] = rand.New(rand.NewChaCha8(seed))
		}
		for _, question := range response.Questions {
			index := uint32(games[question.GameId].IntN(len(question.Legal)))
			answer := &pb.Answer{GameId: question.GameId, Number: question.Number, Index: index}
			if err := stream.Send(&pb.PlayRequest{Answers: []*pb.Answer{answer}}); err != nil {
				return err
			}
		}
		for _, game := range response.GamesOver {
			delete(games, game.GameId)
		}
		if response.Problem != nil {
			log.Print("The referee says: ", response.Problem.Detail)
		}
		if response.Goodbye != nil {
			return stream.CloseSend()
		}
	}
}
