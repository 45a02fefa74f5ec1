package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"craig/internal/testenv"
)

// firstDefects are programs of the folder defects below CRAIG_BENCH by their right answers; those with a colon are compiled with a macro
// that is defined. Where C leaves a value open, as that of memcmp, FALSE may be UNKNOWN.
var firstDefects = map[string]string{
	"TRUE": `
		P1_memcpy4_certifier_timeout R1_types_compatible_void R2_char32 R3_label_in_uncalled_function R4_redeclared_alloca_m32
		W3_memset_bitfield_wrongFALSE W3_memset_memcmp_wrongFALSE W5_alias_wrongFALSE W5_aliasvar_wrongFALSE W5_attr_align_member
		W5_attr_cleanup_mid W5_attr_packed_member_mid W5_attr_packed_member_pre W5_attr_pragma_pack2 W7_unknown_pointers_swap_wrongFALSE_m32
		W7_without_swap_TRUE W8_realloc_wrongFALSE alignof_double_m32 array_dim_packed array_dim_packed:BF array_dim_packed:ENUM bool_cast_constant
		char32_literal crash_stack_overflow enum_packed false_past_null false_past_null:CALL generic_enum generic_enum:OBJ generic_qualifiers
		long_string memset_padding realloc_contents refuse_array_of_vla refuse_bom refuse_digraph refuse_enum_attr refuse_float_cast_constant
		refuse_float_condition refuse_float_condition:AND refuse_float_condition:HUGE refuse_named_variadic_elision sizeof_decay sprintf_silent
		static_assert_layout:OK static_assert_layout:QQ typeof_enumerator vla_side_effect vla_side_effect:PARAM vla_size_late vla_size_late:PT
		vla_size_late:TD`,
	"FALSE": `
		B1_panic_engine_tracer W1_asprintf_wrongTRUE W1_bzero_wrongTRUE W1_getline_wrongTRUE W1_gettimeofday_wrongTRUE W1_modf_wrongTRUE
		W1_strtok_wrongTRUE W1_strtol_end_wrongTRUE W1_time_wrongTRUE W1_wmemset_wrongTRUE W2_atomic_wrongTRUE W2_sync_wrongTRUE
		W2_uadd_overflow_wrongTRUE W3_memcpy_padding_wrongTRUE W3_memset_padding_wrongTRUE W4_malloc_huge_wrongTRUE W4_malloc_negative_wrongTRUE
		W6_char_alignment_wrongTRUE array_dim_packed:NEG array_dim_packed:OOB bool_cast_constant:NEG certify_hides_options char32_literal:NEG
		ctype_exact_one enum_packed:NEG generic_enum:NEG generic_qualifiers:NEG memcmp_value shift_overflow_missed shift_overflow_missed:CONST
		sizeof_decay:NEG snprintf_last_byte strtol_no_effect typeof_enumerator:NEG vla_side_effect:NEG vla_size_late:NEG`,
	"refused": `
		static_assert_layout`,
}

// TestFirstDefects runs craig verify on these programs, of which the answer was once wrong, or none.
func TestFirstDefects(t *testing.T) {
	testenv.NeedsLong(t)
	dir := filepath.Join(os.Getenv("CRAIG_BENCH"), "defects")
	if _, err := os.Stat(dir); os.Getenv("CRAIG_BENCH") == "" || err != nil {
		t.Skip("CRAIG_BENCH has no folder defects")
	}
	open := []string{"W6_char_alignment_wrongTRUE", "ctype_exact_one", "memcmp_value"} // whose values C leaves open
	for want, list := range firstDefects {
		for _, name := range strings.Fields(list) {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				file, define, defined := strings.Cut(name, ":")
				args := []string{"verify", "--timeout", "60s", file + ".c"}
				if defined {
					args = append(args, "-D", define)
				}
				if strings.Contains(file, "m32") {
					args = append(args, "-m32")
				}
				switch {
				case file == "shift_overflow_missed":
					args = append(args, "--property", "no-overflow")
				case define == "OOB":
					args = append(args, "--property", "bounds")
				case strings.Contains(file, "label"):
					args = append(args, "--error-label", "ERROR")
				}
				got := pick(exitOf(t, dir, args...), "TRUE", "FALSE")
				if got != want && !(got == "UNKNOWN" && slices.Contains(open, name)) {
					t.Errorf("the answer is %s, want %s", got, want)
				}
			})
		}
	}
}
