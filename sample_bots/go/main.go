// Plays every game by taking what looks best right now. What looks best is a matter of the game: one file each.
package main

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"slices"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	pb "bothy-go/generated/bothyv1"
)

func main() {
	conn, err := grpc.NewClient(os.Getenv("BOTHY_REFEREE"), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		log.Fatal(err)
	}
	defer conn.Close()
	stream, err := pb.NewBotServiceClient(conn).Play(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	if err := holdConversation(stream); err != nil {
		log.Fatal(err)
	}
}

type conversation = grpc.BidiStreamingClient[pb.PlayRequest, pb.PlayResponse]

func holdConversation(stream conversation) error {
	hello := &pb.Hello{Token: os.Getenv("BOTHY_TOKEN"), Protocol: 1, Software: "go sample"}
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
		for _, started := range response.GamesStarted {
			games[started.GameId] = generator(started.RandomSeed)
		}
		for _, question := range response.Questions {
			chosen := answer(question, games[question.GameId])
			if err := stream.Send(&pb.PlayRequest{Answers: []*pb.Answer{chosen}}); err != nil {
				return err
			}
		}
		for _, over := range response.GamesOver {
			delete(games, over.GameId)
		}
		if response.Problem != nil {
			log.Print("The referee says: ", response.Problem.Detail)
		}
		if response.Goodbye != nil {
			return stream.CloseSend()
		}
	}
}

// generator is a game's own randomness: with the same seed the bot plays the same again.
func generator(randomSeed []byte) *rand.Rand {
	var seed [32]byte
	copy(seed[:], randomSeed)
	return rand.New(rand.NewChaCha8(seed))
}

func answer(question *pb.Question, random *rand.Rand) *pb.Answer {
	worths := worths(question)
	best := slices.Max(worths)
	var choices []int
	for index, worth := range worths {
		if worth == best {
			choices = append(choices, index)
		}
	}
	return &pb.Answer{
		GameId: question.GameId,
		Number: question.Number,
		Index:  uint32(choices[random.IntN(len(choices))]),
		Note:   fmt.Sprintf("looks like %+.2f", best),
	}
}

// worths says what each legal action is worth; of a game that this bot does not know, all the same.
func worths(question *pb.Question) []float64 {
	worths := make([]float64, len(question.Legal))
	for index, action := range question.Legal {
		switch view := question.View.Game.(type) {
		case *pb.View_Claim:
			worths[index] = claimWorth(view.Claim, action.GetClaim())
		case *pb.View_SchottenTotten:
			worths[index] = schottenTottenWorth(view.SchottenTotten, action.GetSchottenTotten())
		case *pb.View_LordsOfScotland:
			worths[index] = lordsOfScotlandWorth(view.LordsOfScotland, action.GetLordsOfScotland())
		}
	}
	return worths
}
