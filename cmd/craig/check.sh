#!/bin/sh
# Checks an export of craig certify: each file has the hash of index.tsv, no condition is missing, and z3 or cvc5
# calls each of them unsat. Exit status: 0 confirmed, 1 rejected, 2 undecided. LIMIT: seconds for each question, 60.
cd "$(dirname "$0")" || exit 2
limit=${LIMIT:-60}
tab=$(printf '\t')
n=0 open=0
while IFS=$tab read -r hash name about; do
	if [ "$(sha256sum <"$name" | cut -d ' ' -f 1)" != "$hash" ]; then
		echo "rejected: $name is not the file of index.tsv"
		exit 1
	fi
	case $name in condition-*) ;; *) continue ;; esac
	n=$((n + 1))
	by=
	for command in "z3 -smt2 -T:$limit" "cvc5 --lang=smt2 --tlimit=${limit}000"; do
		command -v "${command%% *}" >/dev/null || continue
		case $($command "$name" 2>/dev/null | head -n 1) in
		unsat) by="$by ${command%% *}" ;;
		sat) about="possible by ${command%% *}: $about" ;;
		esac
	done
	if [ -z "$by" ]; then
		open=$((open + 1))
		echo "undecided: $name: $about"
	fi
done <index.tsv
if [ "$(ls condition-*.smt2 2>/dev/null | wc -l)" -ne "$n" ]; then
	echo "rejected: there are conditions that index.tsv does not have"
	exit 1
elif [ "$n" -eq 0 ]; then
	echo "undecided: nothing is asked of a solver"
	exit 2
elif [ "$open" -gt 0 ]; then
	echo "undecided: $open of $n conditions"
	exit 2
fi
echo "confirmed: $n conditions"
