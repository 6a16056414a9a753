"""Courses: rosters and teams, assignments with deadlines and quotas, and the answers to what is handed in."""
