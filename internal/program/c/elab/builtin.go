package elab

// The functions that gcc has itself. Those that have a type are in builtins.h; the others, which are here, take types, places or
// operands of any type, or have a value while the program is compiled.

import (
	_ "embed"
	"math/big"
	"slices"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/pp"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

//go:embed builtins.h
var builtinsText string

// isBuiltinName tells whether a name is gcc's, and not one of the library.
func isBuiltinName(s string) bool {
	return strings.HasPrefix(s, "__builtin_") || strings.HasPrefix(s, "__sync_") || strings.HasPrefix(s, "__atomic_")
}

// builtinType is the type of a built-in function, or of a function of the library that gcc knows; nil if there is none.
func (u *unit) builtinType(name string) *types.Type {
	if u.program.builtins == nil {
		u.program.builtins = u.readBuiltins()
	}
	return u.program.builtins[name]
}

// readBuiltins reads builtins.h.
func (u *unit) readBuiltins() map[string]*types.Type {
	own, library, _ := strings.Cut(builtinsText, "/* library */")
	plain, table, _ := strings.Cut(library, "/* double of one double")
	var text strings.Builder
	text.WriteString(own + plain)
	params := 0
	for _, line := range strings.Split(table, "\n") {
		if strings.Contains(line, "*/") {
			continue
		}
		if strings.HasPrefix(line, "atan2") {
			params = 1
		} else if strings.HasPrefix(line, "fma") && len(line) == 3 {
			params = 2
		}
		for _, f := range strings.Fields(line) {
			for _, t := range [][2]string{{"double", ""}, {"float", "f"}, {"long double", "l"}} {
				text.WriteString(t[0] + " " + f + t[1] + "(" + strings.Repeat(t[0]+", ", params) + t[0] + ");\n")
			}
		}
	}
	imax := types.LongLong
	if u.tt.Basic(types.Long).SizeOf() == 8 {
		imax = types.Long
	}
	defines := ""
	for name, t := range map[string]*types.Type{"SIZE": u.tt.Size, "SSIZE": u.tt.Ptrdiff, "UINT16": u.tt.Char16, "UINT32": u.tt.Char32, "IMAX": u.tt.Basic(imax)} {
		defines += "#define " + name + " " + t.String() + "\n"
	}
	source := pp.New(pp.Config{})
	source.Open("<builtins>", []byte(defines+text.String()))
	tree, errs := syntax.Parse(syntax.Config{}, source)
	if len(errs) > 0 || source.Err() != nil {
		panic("builtins.h: " + errs[0].Msg)
	}
	byName := map[string]*types.Type{}
	reader := &unit{program: u.program, source: source}
	for _, d := range tree.Decls {
		d := d.(*syntax.Declaration)
		s := reader.specifiers(d.Specs)
		for _, i := range d.List {
			t, _ := reader.declared(s, i.Decl, nil)
			name := i.Decl.Name.Name
			byName[name] = t
			if !isBuiltinName(name) {
				byName["__builtin_"+name] = t
			}
		}
	}
	return byName
}

// builtinVar is the function that a built-in name stands for.
func (u *unit) builtinVar(name string, at core.Pos) *core.Var {
	v := u.builtinVars[name]
	if v == nil {
		v = &core.Var{Name: name, Type: u.builtinType(name), Pos: at, Unit: u.file, Linkage: core.External, Storage: core.Static}
		u.builtinVars[name] = v
		u.global(&core.VarDef{Var: v})
	}
	return v
}

// declareImplicitly declares a function that is called without a declaration, as C89 has it; gcc knows the types of some.
func (u *unit) declareImplicitly(x *syntax.Ident) {
	if t := u.builtinType(x.Name); t != nil {
		if isBuiltinName(x.Name) {
			return
		}
		u.declareFunction(x, t, true)
		return
	}
	if isBuiltinName(x.Name) {
		u.refuse(x.NamePos, "builtin "+x.Name, "the built-in function %s", x.Name)
	}
	o := u.declareFunction(x, u.tt.Function(types.Sig{Result: u.tt.Basic(types.Int)}), true)
	o.v.Undefined = !o.v.Defined && o.refs == 0
}

// specialBuiltins are the functions that no declaration describes.
var specialBuiltins map[string]func(u *unit, x *syntax.Call, id *syntax.Ident) operand

func init() {
	specialBuiltins = map[string]func(u *unit, x *syntax.Call, id *syntax.Ident) operand{
		"__builtin_constant_p":    builtinConstantP,
		"__builtin_choose_expr":   builtinChooseExpr,
		"__builtin_classify_type": builtinClassifyType,
		"__builtin_va_start":      builtinVaStart,
		"__builtin_va_end":        builtinVaPlace,
		"__builtin_va_copy":       builtinVaPlace,
		"__builtin_complex":       builtinComplex,
		"__builtin_add_overflow":  builtinOverflow,
		"__builtin_sub_overflow":  builtinOverflow,
		"__builtin_mul_overflow":  builtinOverflow,

		"__builtin_add_overflow_p": builtinOverflowP, "__builtin_sub_overflow_p": builtinOverflowP, "__builtin_mul_overflow_p": builtinOverflowP,
		"__builtin_shuffle":     builtinShuffle,
		"__builtin_object_size": builtinObjectSize,
		"__builtin_inf":         builtinReal, "__builtin_inff": builtinReal, "__builtin_infl": builtinReal,
		"__builtin_huge_val": builtinReal, "__builtin_huge_valf": builtinReal, "__builtin_huge_vall": builtinReal,
		"__builtin_nan": builtinReal, "__builtin_nanf": builtinReal, "__builtin_nanl": builtinReal,
		"__builtin_isgreater": builtinCompare, "__builtin_isgreaterequal": builtinCompare, "__builtin_isless": builtinCompare,
		"__builtin_islessequal": builtinCompare, "__builtin_islessgreater": builtinCompare, "__builtin_isunordered": builtinCompare,
		"__builtin_isnan": builtinClassify, "__builtin_isinf": builtinClassify, "__builtin_isinf_sign": builtinClassify,
		"__builtin_isfinite": builtinClassify, "__builtin_isnormal": builtinClassify, "__builtin_signbit": builtinClassify,
		"__builtin_fpclassify": builtinFpclassify,
		"__builtin_apply":      builtinRefused,
		"__builtin_apply_args": builtinRefused, "__builtin_return": builtinRefused, "__builtin_va_arg_pack": builtinRefused,
		"__builtin_va_arg_pack_len": builtinRefused, "__builtin_shufflevector": builtinRefused,
		"__builtin_unwind_init": builtinRefused, "__builtin_next_arg": builtinRefused, "__builtin_alloca_with_align": builtinAlloca,
	}
}

// builtinCalled is the name of a built-in function that statements call; "" if there is none.
func builtinCalled(list []core.Stmt) string {
	for _, s := range list {
		switch s := s.(type) {
		case *core.Builtin:
			return s.Name
		case *core.Call:
			if f, ok := s.Fun.(*core.AddrOf); ok {
				if v, ok := f.X.(*core.VarPlace); ok && isBuiltinName(v.Var.Name) {
					return v.Var.Name
				}
			}
		}
	}
	return ""
}

// builtinReal is an infinity or a NaN.
func builtinReal(u *unit, x *syntax.Call, id *syntax.Ident) operand {
	kind, r := types.Double, types.Real{}
	name := strings.TrimPrefix(id.Name, "__builtin_")
	if !strings.HasPrefix(name, "nan") {
		u.wants(x, id, 0)
		r.X = new(big.Float).SetInf(false)
	} else {
		u.wants(x, id, 1)
		s, ok := unparen(x.Args[0]).(*syntax.String)
		if !ok || len(s.Parts) != 1 || s.Parts[0] != `""` && s.Parts[0] != `"0"` {
			u.refuse(id.NamePos, "builtin "+id.Name, "%s with other bits", id.Name)
		}
	}
	switch strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(name, "huge_val"), "inf"), "nan") {
	case "f":
		kind = types.Float
	case "l":
		kind = types.LongDouble
	}
	return value(&core.RealConst{At: u.pos(id.NamePos), Value: r, Typ: u.tt.Basic(kind)})
}

func builtinRefused(u *unit, x *syntax.Call, id *syntax.Ident) operand {
	u.refuse(id.NamePos, "builtin "+id.Name, "the built-in function %s", id.Name)
	return operand{}
}

// wants fails unless a call has n arguments.
func (u *unit) wants(x *syntax.Call, id *syntax.Ident, n int) {
	if len(x.Args) != n {
		u.fail(id.NamePos, "", "%s wants %d arguments", id.Name, n)
	}
}

// builtinConstantP: what gcc folds without optimizing is a constant. Arguments are not evaluated.
func builtinConstantP(u *unit, x *syntax.Call, id *syntax.Ident) operand {
	u.wants(x, id, 1)
	var o operand
	var code []core.Stmt
	u.quiet(func() {
		code = u.scratch(func() { o = u.rvalue(u.expr(x.Args[0])) })
	})
	known := false
	if o.x != nil && len(code) == 0 {
		switch {
		case o.typ.IsInteger():
			_, known = u.fold.Int(o.x)
		case o.typ.IsReal():
			_, known = u.fold.Real(o.x)
		case o.typ.Kind == types.Pointer:
			base, _, ok := u.fold.Address(o.x)
			_, literal := base.(*core.Literal)
			known = ok && (base == nil || literal)
		}
	}
	if known {
		u.toNearest(o.x)
	}
	return u.truth(known, id.NamePos)
}

func builtinChooseExpr(u *unit, x *syntax.Call, id *syntax.Ident) operand {
	u.wants(x, id, 3)
	v, _ := u.constant(x.Args[0], "the first argument of __builtin_choose_expr")
	if v.IsZero() {
		return u.expr(x.Args[2])
	}
	return u.expr(x.Args[1])
}

// builtinClassifyType gives the numbers of gcc's typeclass.h.
func builtinClassifyType(u *unit, x *syntax.Call, id *syntax.Ident) operand {
	u.wants(x, id, 1)
	var o operand
	u.quiet(func() { o = u.rvalue(u.expr(x.Args[0])) })
	class := int64(-1)
	switch k := o.typ.Kind; {
	case k == types.Void:
		class = 0
	case o.typ.IsInteger():
		class = 1
	case k == types.Pointer:
		class = 5
	case o.typ.IsReal():
		class = 8
	case k == types.Complex:
		class = 9
	case k == types.Struct:
		class = 12
	case k == types.Union:
		class = 13
	}
	return value(u.smallInt(class, u.pos(id.NamePos)))
}

func builtinVaStart(u *unit, x *syntax.Call, id *syntax.Ident) operand {
	if len(x.Args) == 0 {
		u.wants(x, id, 2)
	}
	if u.fn == nil || !u.fn.core.Var.Type.Sig.Variadic {
		u.fail(id.NamePos, "", "va_start in a function without variable arguments")
	}
	args := []core.Arg{{Place: u.vaList(x.Args[0])}}
	if len(x.Args) > 1 {
		o := u.expr(x.Args[1])
		if o.p != nil {
			args = append(args, core.Arg{Place: o.p})
		} else {
			args = append(args, core.Arg{X: o.x})
		}
	}
	return u.builtinVoid(id, args)
}

// builtinVaPlace is va_end and va_copy.
func builtinVaPlace(u *unit, x *syntax.Call, id *syntax.Ident) operand {
	var args []core.Arg
	for _, a := range x.Args {
		args = append(args, core.Arg{Place: u.vaList(a)})
	}
	return u.builtinVoid(id, args)
}

func (u *unit) builtinVoid(id *syntax.Ident, args []core.Arg) operand {
	t := u.tt.Basic(types.Void)
	u.emit(&core.Builtin{At: u.pos(id.NamePos), Name: id.Name, Args: args, Type: t})
	return operand{typ: t}
}

// builtinValue emits a built-in call with a result.
func (u *unit) builtinValue(id *syntax.Ident, t *types.Type, args []core.Expr) operand {
	at := u.pos(id.NamePos)
	b := &core.Builtin{At: at, Name: id.Name, Type: t}
	for _, a := range args {
		b.Args = append(b.Args, core.Arg{X: a})
	}
	if t.Kind == types.Void {
		u.emit(b)
		return operand{typ: t}
	}
	v := u.temp(t, at)
	b.Dst = u.varPlace(v, at)
	u.emit(b)
	return value(load(v, at))
}

func builtinComplex(u *unit, x *syntax.Call, id *syntax.Ident) operand {
	u.wants(x, id, 2)
	a, b := u.pair(x.Args[0], x.Args[1])
	if !a.typ.IsReal() || a.typ.Main() != b.typ.Main() {
		u.fail(id.NamePos, "", "__builtin_complex wants two numbers of one real type")
	}
	if re, ok := a.x.(*core.RealConst); ok {
		if im, ok := b.x.(*core.RealConst); ok && re.Value.X != nil && re.Value.X.Sign() == 0 && !re.Value.X.Signbit() {
			return value(&core.RealConst{At: u.pos(id.NamePos), Value: im.Value, Imag: true, Typ: u.tt.ComplexOf(a.typ)})
		}
	}
	return u.builtinValue(id, u.tt.ComplexOf(a.typ), []core.Expr{a.x, b.x})
}

// builtinOverflow is an operation on any integers whose exact result is stored, cut to size, in *p.
func builtinOverflow(u *unit, x *syntax.Call, id *syntax.Ident) operand {
	u.wants(x, id, 3)
	args := u.anyArguments(x.Args)
	if !args[0].Type().IsInteger() || !args[1].Type().IsInteger() || args[2].Type().Kind != types.Pointer {
		u.fail(id.NamePos, "", "%s wants two integers and a pointer to one", id.Name)
	}
	return u.builtinValue(id, u.tt.Basic(types.Bool), args)
}

// builtinOverflowP tells whether the exact result of an operation on any integers has no value of the type of the third argument, which
// is that of its width for a bit-field. Of constants it is one.
func builtinOverflowP(u *unit, x *syntax.Call, id *syntax.Ident) operand {
	u.wants(x, id, 3)
	args := u.anyArguments(x.Args)
	for i, a := range args {
		if t := a.Type(); !t.IsInteger() || i == 2 && (t.Kind == types.Bool || t.Kind == types.Enum) {
			u.fail(id.NamePos, "", "%s wants three integers, the last no boolean or enumeration", id.Name)
		}
	}
	a, ok1 := u.fold.Int(args[0])
	b, ok2 := u.fold.Int(args[1])
	if !ok1 || !ok2 || !u.settled(args[0]) || !u.settled(args[1]) {
		return u.builtinValue(id, u.tt.Basic(types.Bool), args)
	}
	z, y := a.Big(args[0].Type().IsSigned()), b.Big(args[1].Type().IsSigned())
	switch strings.TrimPrefix(id.Name, "__builtin_")[:3] {
	case "add":
		z.Add(z, y)
	case "sub":
		z.Sub(z, y)
	default:
		z.Mul(z, y)
	}
	t := args[2].Type()
	high := u.tt.Max(t).Big(false)
	low := new(big.Int)
	if t.IsSigned() {
		low.Not(high)
	}
	o := u.truth(z.Cmp(low) < 0 || z.Cmp(high) > 0, id.NamePos)
	return u.convert(o, u.tt.Basic(types.Bool), implicit)
}

// builtinShuffle makes a vector of the elements of one or two others.
func builtinShuffle(u *unit, x *syntax.Call, id *syntax.Ident) operand {
	if len(x.Args) != 2 {
		u.wants(x, id, 3)
	}
	args := u.anyArguments(x.Args)
	t, mask := args[0].Type(), args[len(args)-1].Type()
	if t.Kind != types.Vector || mask.Kind != types.Vector || !mask.Elem.IsInteger() || t.Len != mask.Len || !u.tt.Compatible(args[len(args)-2].Type().Main(), t.Main()) {
		u.fail(id.NamePos, "", "%s wants vectors of one type, and one of as many integers", id.Name)
	}
	return u.builtinValue(id, t.Main(), args)
}

// anyArguments evaluates arguments without converting them.
func (u *unit) anyArguments(list []syntax.Expr) []core.Expr {
	ops := make([]operand, len(list))
	var done []*operand
	for k := range list {
		i := k
		if u.conf.Order == RightToLeft {
			i = len(list) - 1 - k
		}
		mark := len(u.out)
		ops[i] = u.rvalue(u.expr(list[i]))
		if ops[i].x == nil {
			u.fail(syntax.Start(list[i]), "", "an argument of type void")
		}
		u.settle(mark, done...)
		done = append(done, &ops[i])
	}
	args := make([]core.Expr, len(list))
	for i := range ops {
		args[i] = ops[i].x
	}
	return args
}

// builtinObjectSize does not evaluate its first argument. What gcc knows of it depends on optimization.
func builtinObjectSize(u *unit, x *syntax.Call, id *syntax.Ident) operand {
	u.wants(x, id, 2)
	var o operand
	u.quiet(func() { o = u.rvalue(u.expr(x.Args[0])) })
	kind := u.constInt64(x.Args[1], "the second argument of __builtin_object_size")
	at := u.pos(id.NamePos)
	if o.x == nil || o.typ.Kind != types.Pointer || kind < 0 || kind > 3 {
		u.fail(id.NamePos, "", "__builtin_object_size wants a pointer and a number from 0 to 3")
	}
	return u.builtinValue(id, u.tt.Size, []core.Expr{o.x, u.smallInt(kind, at)})
}

// builtinCompare compares reals quietly.
func builtinCompare(u *unit, x *syntax.Call, id *syntax.Ident) operand {
	u.wants(x, id, 2)
	a, b := u.pair(x.Args[0], x.Args[1])
	if !a.typ.IsArithmetic() || !b.typ.IsArithmetic() {
		u.fail(id.NamePos, "", "%s wants numbers", id.Name)
	}
	a, b, _ = u.usual(a, b)
	return u.builtinValue(id, u.tt.Basic(types.Int), []core.Expr{a.x, b.x})
}

func builtinClassify(u *unit, x *syntax.Call, id *syntax.Ident) operand {
	u.wants(x, id, 1)
	args := u.anyArguments(x.Args)
	if !args[0].Type().IsReal() {
		u.fail(id.NamePos, "", "%s wants a real number", id.Name)
	}
	return u.builtinValue(id, u.tt.Basic(types.Int), args)
}

// builtinFpclassify is one of five numbers, by the class of the real number that is the last argument.
func builtinFpclassify(u *unit, x *syntax.Call, id *syntax.Ident) operand {
	u.wants(x, id, 6)
	args := u.anyArguments(x.Args)
	for i, a := range args {
		if i < 5 && a.Type().IsInteger() {
			args[i] = u.convert(value(a), u.tt.Basic(types.Int), implicit).x
		} else if i < 5 || !a.Type().IsReal() {
			u.fail(id.NamePos, "", "%s wants five integers and a real number", id.Name)
		}
	}
	return u.builtinValue(id, u.tt.Basic(types.Int), args)
}

func builtinAlloca(u *unit, x *syntax.Call, id *syntax.Ident) operand {
	u.wants(x, id, 2)
	n := u.convert(u.rvalue(u.expr(x.Args[0])), u.tt.Size, implicit)
	align := u.constInt64(x.Args[1], "the alignment")
	return u.builtinValue(id, u.tt.VoidPtr, []core.Expr{n.x, u.intConst(types.IntOf(align), u.tt.Size, u.pos(id.NamePos))})
}

// sizedBuiltin is a call of __sync_… or __atomic_…, which take a pointer to any integer or pointer.
func (u *unit) sizedBuiltin(x *syntax.Call, id *syntax.Ident) (operand, bool) {
	sync := strings.HasPrefix(id.Name, "__sync_") && id.Name != "__sync_synchronize"
	atomic := strings.HasPrefix(id.Name, "__atomic_") && id.Name != "__atomic_thread_fence" && id.Name != "__atomic_signal_fence"
	if !sync && !atomic {
		return operand{}, false
	}
	name := strings.TrimPrefix(strings.TrimPrefix(id.Name, "__sync_"), "__atomic_")
	base, sized := strings.CutSuffix(strings.TrimRight(name, "0123456789"), "_") // fetch_add_4: its values are unsigned
	if name = base; sized && atomic && slices.Contains([]string{"load", "store", "exchange", "compare_exchange"}, base) {
		name += "_n"
	}
	args := u.anyArguments(x.Args)
	if len(args) == 0 || args[0].Type().Kind != types.Pointer && name != "always_lock_free" && name != "is_lock_free" {
		u.fail(id.NamePos, "", "%s wants a pointer", id.Name)
	}
	var elem *types.Type
	if args[0].Type().Kind == types.Pointer {
		elem = args[0].Type().Elem.Main()
	}
	boolean := u.tt.Basic(types.Bool)
	result := elem
	switch name {
	case "bool_compare_and_swap", "compare_exchange_n", "compare_exchange", "test_and_set", "always_lock_free", "is_lock_free":
		result = boolean
	case "lock_release", "store_n", "store", "clear", "load", "exchange":
		result = u.tt.Basic(types.Void)
	case "val_compare_and_swap", "lock_test_and_set", "load_n", "exchange_n":
	default:
		if !strings.HasPrefix(name, "fetch_and_") && !strings.HasSuffix(name, "_and_fetch") && !strings.HasPrefix(name, "fetch_") &&
			!strings.HasSuffix(name, "_fetch") {
			u.refuse(id.NamePos, "builtin "+id.Name, "the built-in function %s", id.Name)
		}
	}
	if sync { // the values have the type that is pointed to
		for i := 1; i < len(args); i++ {
			if args[i].Type().IsScalar() && elem.IsScalar() {
				args[i] = u.convert(value(args[i]), elem, implicit).x
			}
		}
	} else if elem != nil && elem.IsScalar() {
		for i, k := range atomicValues(name) {
			if k && i < len(args) && args[i].Type().IsScalar() {
				args[i] = u.convert(value(args[i]), elem, implicit).x
			}
		}
	}
	if c, ok := args[0].(*core.IntConst); ok && name == "always_lock_free" { // a constant, as gcc has it on x86
		free := types.IntOf(0)
		if slices.Contains([]uint64{1, 2, 4, 8}, c.Value.Lo) {
			free = types.IntOf(1)
		}
		return value(u.intConst(free, boolean, u.pos(id.NamePos))), true
	}
	v := u.builtinValue(id, result, args)
	if sized && result == elem && elem.IsInteger() && elem.Kind != types.Bool {
		v = u.convert(v, u.tt.Unsigned(elem), implicit)
	}
	return v, true
}

// atomicValues tells which arguments of an __atomic_ function are values.
func atomicValues(name string) []bool {
	switch name {
	case "store_n", "exchange_n":
		return []bool{false, true}
	case "compare_exchange_n":
		return []bool{false, false, true}
	}
	if strings.HasPrefix(name, "fetch_") || strings.HasSuffix(name, "_fetch") {
		return []bool{false, true}
	}
	return nil
}

// offsetOf is __builtin_offsetof.
func (u *unit) offsetOf(x *syntax.OffsetOf) operand {
	at := u.pos(x.KeyPos)
	t := u.typeName(x.Type)
	offset := int64(0)
	var extra core.Expr
	for i := range x.Path {
		d := &x.Path[i]
		if d.Name != "" {
			if !t.IsRecord() || !t.Record.Complete {
				u.fail(d.At, "", "%v has no members", t)
			}
			path := t.Record.Find(d.Name)
			if path == nil {
				u.fail(d.At, u.nearestMember(t, d.Name), "%v has no member %s", t, d.Name)
			}
			for _, f := range path {
				if f.Bits {
					u.fail(d.At, "", "the offset of a bit-field")
				}
				offset += f.Offset
				t = f.Type
			}
			continue
		}
		if t.Kind != types.Array {
			u.fail(d.At, "", "an index into %v", t)
		}
		t = t.Elem
		n := u.rvalue(u.expr(d.Index))
		if !n.typ.IsInteger() {
			u.fail(d.At, "", "an index of type %v", n.typ)
		}
		if v, ok := u.fold.Int(n.x); ok && u.settled(n.x) {
			k, _ := v.Int64()
			offset += k * t.SizeOf()
			continue
		}
		size := u.intConst(types.IntOf(t.SizeOf()), u.tt.Size, at)
		term := core.Expr(&core.Binary{At: at, Op: core.Mul, X: u.convert(n, u.tt.Size, implicit).x, Y: size, Typ: u.tt.Size})
		if extra != nil {
			term = &core.Binary{At: at, Op: core.Add, X: extra, Y: term, Typ: u.tt.Size}
		}
		extra = term
	}
	r := core.Expr(&core.IntConst{At: at, Value: types.IntOf(offset), Typ: u.tt.Size, Text: "offsetof"})
	if extra != nil {
		r = &core.Binary{At: at, Op: core.Add, X: r, Y: extra, Typ: u.tt.Size}
	}
	return value(r)
}
