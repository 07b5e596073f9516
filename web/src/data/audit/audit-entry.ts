/** One act of an admin, with the names as they were. */
export interface AuditEntry {
  id: string
  at: string
  /** Null when the operator of the database did it. */
  actor_id: string | null
  /** Null when the actor was the operator or has been deleted since. */
  actor_name: string | null
  action: string
  subject_kind: string
  subject_id: string | null
  /** Null for settings, and for a member who has been deleted since. */
  subject_label: string | null
  /** `before` and `after` of plain fields, `changed` with the names of others, and what the act was about. */
  details: Record<string, unknown>
}

export interface AuditSearch {
  /** Found in the names of actor and subject; blank finds everything. */
  text: string
  /** Only these actions; none given: all. */
  actions: readonly string[]
  /** Only this actor; `operator` for what no member did; undefined: everybody. */
  actor: string | undefined
  /** From 1. */
  page: number
  newestFirst: boolean
}

export const AUDIT_PAGE_SIZE = 50
export const OPERATOR = 'operator'
