import type { BanksideClient, RowOf } from '../../lib/supabase.ts'

/**
 * One action of an admin, with the names at that time. `actor_id` is null for the operator of the database;
 * `actor_name` also for an actor who has been deleted since; `subject_label` is null for settings, and for a member
 * who has been deleted since.
 */
export type AuditEntry = RowOf<typeof trail>

/** The whole trail, without order and page. @param head for the count alone. */
export const trail = (client: BanksideClient, head = false) =>
  client
    .from('audit_log')
    .select('id, at, actor_id, actor_name, action, subject_kind, subject_id, subject_label, details', {
      count: 'exact',
      head,
    })

export interface AuditSearch {
  /** Searched for in the names of actor and subject; blank finds everything. */
  text: string
  /** Only these actions; all when empty. */
  actions: readonly string[]
  /** Only this actor; `operator` for actions without a member; undefined: all actors. */
  actor: string | undefined
  /** From 1. */
  page: number
  newestFirst: boolean
}

export const AUDIT_PAGE_SIZE = 50
export const OPERATOR = 'operator'
