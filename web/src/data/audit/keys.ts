import type { AuditSearch } from './audit-entry.ts'

export const auditKeys = {
  all: ['audit'] as const,
  entries: (search: AuditSearch) => [...auditKeys.all, 'entries', search] as const,
  actors: () => [...auditKeys.all, 'actors'] as const,
}
