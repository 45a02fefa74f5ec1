#!/bin/sh
# Checks an export of craig certify: index.tsv has the program, the result and the conditions, numbered one after the other, with the
# hash of each; there are no other conditions; and z3 or cvc5 calls each of them unsat, and neither sat.
# Exit status: 0 confirmed, 1 rejected, 2 undecided. LIMIT: seconds for each question, 60.
cd "$(dirname "$0")" || exit 2
limit=${LIMIT:-60}
tab=$(printf '\t')
n=0 open=0 lines=0
reject() {
	echo "rejected: $1"
	exit 1
}
while IFS=$tab read -r hash name about; do
	lines=$((lines + 1))
	case $lines in
	1) next=program.ir ;;
	2) next=result.json ;;
	*) n=$((n + 1)) next=$(printf 'condition-%04d.smt2' "$n") ;;
	esac
	if [ "$name" != "$next" ]; then
		reject "$next is not in line $lines of index.tsv"
	elif [ "$(sha256sum <"$name" | cut -d ' ' -f 1)" != "$hash" ]; then
		reject "$name is not the file of index.tsv"
	elif [ "$n" -eq 0 ]; then
		continue
	fi
	by='' sat=''
	for command in "z3 -smt2 -T:$limit" "cvc5 --lang=smt2 --tlimit=${limit}000"; do
		command -v "${command%% *}" >/dev/null || continue
		case $($command "$name" 2>/dev/null | head -n 1) in
		unsat) by="$by ${command%% *}" ;;
		sat) sat=", possible by ${command%% *}" ;;
		esac
	done
	if [ -z "$by" ] || [ -n "$sat" ]; then
		open=$((open + 1))
		echo "undecided: $name: $about$sat"
	fi
done <index.tsv
if [ "$lines" -lt 2 ]; then
	reject "index.tsv has no result.json"
elif [ "$(ls condition-*.smt2 2>/dev/null | wc -l)" -ne "$n" ]; then
	reject "there are conditions that index.tsv does not have"
elif [ "$n" -eq 0 ]; then
	echo "undecided: nothing is asked of a solver"
	exit 2
elif [ "$open" -gt 0 ]; then
	echo "undecided: $open of $n conditions"
	exit 2
fi
echo "confirmed: $n conditions"
