#!/bin/sh
# Checks an export of craig certify: each file has the hash of index.tsv, there are no others, and z3 or cvc5 calls one of the
# scripts of each condition unsat. Exit status: 0 confirmed, 1 rejected, 2 undecided. LIMIT: seconds for each question, 60.
cd "$(dirname "$0")" || exit 2
limit=${LIMIT:-60}
tab=$(printf '\t')
files=0 n=0 open=0
unsat() {
	for command in "z3 -smt2 -T:$limit" "cvc5 --lang=smt2 --tlimit=${limit}000"; do
		command -v "${command%% *}" >/dev/null || continue
		[ "$($command "$1" 2>/dev/null)" = unsat ] && return 0
	done
	return 1
}
while IFS=$tab read -r hash name about; do
	if [ "$(sha256sum <"$name" | cut -d ' ' -f 1)" != "$hash" ]; then
		echo "rejected: $name is not the file of index.tsv"
		exit 1
	fi
	case $name in condition-*) files=$((files + 1)) ;; *) continue ;; esac
	case $name in *.bits.smt2) continue ;; esac
	n=$((n + 1))
	bits=${name%.smt2}.bits.smt2
	if ! { [ -e "$bits" ] && unsat "$bits"; } && ! unsat "$name"; then
		open=$((open + 1))
		echo "undecided: $name: $about"
	fi
done <index.tsv
if [ "$(ls condition-*.smt2 2>/dev/null | wc -l)" -ne "$files" ]; then
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
