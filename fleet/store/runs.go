package store

import (
	"encoding/json"
	"fmt"
	"time"

	"craig/internal/bench"
	"craig/internal/redact"
)

func (s *sqlStore) Runs() ([]bench.Run, error) {
	rows, err := s.db.Query(`SELECT run.id, began, coalesce(ended, ''), command, version, machine, coalesce(judgement, ''), count(outcome.key), coalesce(sum(cpu_s), 0)
		FROM run LEFT JOIN member ON member.run = run.id LEFT JOIN outcome ON outcome.key = member.key
		GROUP BY run.id, judgement ORDER BY run.id`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var runs []bench.Run
	for rows.Next() {
		var r bench.Run
		var began, ended, judgement string
		var n int
		var cpu float64
		if err := rows.Scan(&r.ID, &began, &ended, &r.Command, &r.Version, &r.Machine, &judgement, &n, &cpu); err != nil {
			return nil, err
		}
		if len(runs) == 0 || runs[len(runs)-1].ID != r.ID {
			r.Began, _ = time.Parse(time.RFC3339, began)
			r.Ended, _ = time.Parse(time.RFC3339, ended)
			r.Command = redact.Text(r.Command) // which earlier versions kept as it was
			r.Judged = map[bench.Judgement]int{}
			runs = append(runs, r)
		}
		last := &runs[len(runs)-1]
		if j, err := bench.ParseJudgement(judgement); err == nil {
			last.Judged[j] = n
			last.Tasks += n
			last.CPU += time.Duration(cpu * float64(time.Second))
		}
	}
	return runs, rows.Err()
}

func (s *sqlStore) Outcomes(run int64) ([]bench.Outcome, error) {
	rows, err := s.db.Query("SELECT place, column_name, judgement, detail, body FROM member JOIN outcome USING (key) WHERE run = ? ORDER BY position", run)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []bench.Outcome
	for rows.Next() {
		var place, column, judgement, detail, body string
		if err := rows.Scan(&place, &column, &judgement, &detail, &body); err != nil {
			return nil, err
		}
		var o bench.Outcome
		if err := json.Unmarshal([]byte(body), &o); err != nil {
			return nil, fmt.Errorf("an outcome of run %d: %w", run, err)
		}
		o.Task = bench.Task{}
		if err := json.Unmarshal([]byte(place), &o.Task); err != nil {
			return nil, fmt.Errorf("a task of run %d: %w", run, err)
		}
		o.Column, o.Detail = column, detail
		if j, err := bench.ParseJudgement(judgement); err == nil {
			o.Judgement = j
		}
		list = append(list, o)
	}
	return list, rows.Err()
}
