import { AuditPage } from '../../../features/console-audit/components/audit-page.tsx'

/** The console's audit trail. */
export function Component() {
  return <AuditPage />
}
