/** What a new password must have; the usual sets are in `PASSWORD_SETS`. */
export interface PasswordRule {
  minBytes: number
  /** Sets of characters, of each of which it must contain one. */
  sets: readonly string[]
}

const [LOWER, UPPER, DIGITS] = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789']
const SYMBOLS = '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~'

/** The sets of `password_requirements` in a project's `config.toml`. */
export const PASSWORD_SETS = {
  '': [],
  letters_digits: [LOWER + UPPER, DIGITS],
  lower_upper_letters_digits: [LOWER, UPPER, DIGITS],
  lower_upper_letters_digits_symbols: [LOWER, UPPER, DIGITS, SYMBOLS],
} as const
