#!/bin/sh
# Checks an export of craig certify: index.tsv has the program, the result, the conditions and the questions about memory, numbered
# one after the other, with the hash of each; there are no other conditions; and of each condition there is a script that z3 or
# cvc5 calls unsat, and neither sat, or else a refutation by bits, which the first of lrat-check, lrat-trim and cake_lpr that is installed
# calls right. It has to call all of them right.
# Exit status: 0 confirmed, 1 rejected, 2 undecided. LIMIT: seconds for each question, 60.
cd "$(dirname "$0")" || exit 2
limit=${LIMIT:-60}
tab=$(printf '\t')
lines=0 files=0 n=0 m=0 open=0 refutations=0 stem='' rest='' kind=''
for checker in lrat-check lrat-trim cake_lpr ""; do
	[ -z "$checker" ] || command -v "$checker" >/dev/null && break
done
reject() {
	echo "rejected: $1"
	exit 1
}
# impossible asks about a script; sat names a solver that calls it sat.
impossible() {
	by='' sat=''
	for command in "z3 -smt2 -T:$limit" "cvc5 --lang=smt2 --tlimit=${limit}000"; do
		command -v "${command%% *}" >/dev/null || continue
		case $($command "$1" 2>/dev/null | head -n 1) in
		unsat) by=${command%% *} ;;
		sat) sat=", possible by ${command%% *}" ;;
		esac
	done
	[ -n "$by" ] && [ -z "$sat" ]
}
# refuted says that there is a refutation of a condition, which the checker calls right.
refuted() {
	[ -n "$checker" ] && [ -e "$1.lrat" ] || return
	"$checker" "$1.cnf" "$1.lrat" 2>/dev/null | grep -qx '[cs] VERIFIED\( UNSAT\)*' || reject "$1.lrat does not refute $1.cnf, says $checker"
	refutations=$((refutations + 1))
}
while IFS=$tab read -r hash name about; do
	lines=$((lines + 1)) kind=${name#"$stem".}
	case $lines$rest,$name in
	1,*) next=program.ir ;;
	2,*) next=result.json ;;
	*" $kind "*,*) next=$stem.$kind rest=" ${rest#*" $kind "}" ;;
	*,condition-m*) m=$((m + 1)) next=$(printf 'condition-m%04d.smt2' "$m") kind='' ;;
	*) n=$((n + 1)) next=$(printf 'condition-%04d.smt2' "$n") kind='' ;;
	esac
	if [ "$name" != "$next" ]; then
		reject "$next is not in line $lines of index.tsv"
	elif [ "$(sha256sum <"$name" | cut -d ' ' -f 1)" != "$hash" ]; then
		reject "$name is not the file of index.tsv"
	elif [ "$lines" -le 2 ]; then
		continue
	fi
	files=$((files + 1))
	[ -z "$kind" ] || continue
	stem=${name%.smt2} rest=' bits.smt2 cnf lrat '
	right=no
	refuted "$stem" && right=yes
	if ! { [ -e "$stem.bits.smt2" ] && impossible "$stem.bits.smt2"; } && ! impossible "$name" && [ "$right" = no ]; then
		open=$((open + 1))
		echo "undecided: $name: $about$sat"
	fi
done <index.tsv
if [ "$lines" -lt 2 ]; then
	reject "index.tsv has no result.json"
elif set -- condition-* && [ -e "$1" ] && [ "$#" -ne "$files" ]; then
	reject "there are conditions that index.tsv does not have"
elif [ "$files" -eq 0 ]; then
	echo "undecided: nothing is asked of a solver"
	exit 2
elif [ "$open" -gt 0 ]; then
	echo "undecided: $open of $((n + m)) conditions"
	exit 2
fi
[ "$refutations" -eq 0 ] || echo "$checker has checked $refutations refutations"
echo "confirmed: $((n + m)) conditions"
