/** One result of a check. */
export interface Finding {
  /** `note` costs at most a feature; `fail` makes the site wrong or unsafe. */
  level: 'ok' | 'note' | 'fail'
  what: string
  /** What to do about it. */
  remedy?: string
}

export const ok = (what: string): Finding => ({ level: 'ok', what })
export const note = (what: string, remedy: string): Finding => ({ level: 'note', what, remedy })
export const fail = (what: string, remedy: string): Finding => ({ level: 'fail', what, remedy })

/** `ok(what)` when it holds, else `fail`. */
export const expectThat = (holds: boolean, what: string, otherwise: string, remedy: string): Finding =>
  holds ? ok(what) : fail(otherwise, remedy)
