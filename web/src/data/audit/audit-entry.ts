import type { BanksideClient, RowOf } from '../../lib/supabase.ts'

/**
 * One action of an admin, with the names at that time. `actor_id` is null for the operator of the database;
 * `actor_name` also for an actor who has been deleted since; `subject_label` is null for settings, and for a member
 * who has been deleted since.
 */
export type AuditEntry = RowOf<typeof trail>

/**
 * The whole trail, without order and page.
 * @param counted `rows` also counts them, `only` returns no rows.
 */
export const trail = (client: BanksideClient, counted?: 'rows' | 'only') =>
  client
    .from('audit_log')
    .select('id, at, actor_id, actor_name, action, subject_kind, subject_id, subject_label, details', {
      ...(counted && { count: 'exact' as const }),
      head: counted === 'only',
    })

/** One word of a search. */
export interface AuditWord {
  /** In lower case; found in the names of actor and subject, and in the texts of the details. */
  text: string
  /** The actions whose sentence has the word: they are found too. */
  actions: readonly string[]
  /** Codes in the entry of an action for which its sentence has the word: these are found too. */
  codes: readonly { action: string; code: string }[]
}

export interface AuditSearch {
  /** All of these are found in an entry; none finds everything. */
  words: readonly AuditWord[]
  /** Only these actions; all when empty. */
  actions: readonly string[]
  /** Only this actor; `operator` for actions without a member; undefined: all actors. */
  actor: string | undefined
  /** Not before this moment. */
  from: string | undefined
  /** Before this moment. */
  until: string | undefined
  /** From 1. */
  page: number
  newestFirst: boolean
}

export const AUDIT_PAGE_SIZE = 50
export const OPERATOR = 'operator'
