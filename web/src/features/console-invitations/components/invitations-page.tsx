import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { Link } from 'react-router'
import { ConsolePage } from '../../../components/console/console-page.tsx'
import { Views } from '../../../components/console/views.tsx'
import { Banner } from '../../../components/feedback/banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { siteSettingsQuery } from '../../../data/site/console-settings-query.ts'
import { useImport } from '../use-import.ts'
import { useView, VIEWS } from '../use-view.ts'
import { EmailView } from './email-view.tsx'
import { ImportGuard } from './import-guard.tsx'
import { ImportView } from './import-view.tsx'
import { LinksView } from './links-view.tsx'
import { NewLink } from './new-link.tsx'

/** How the club invites people: by links that admins make, by email, and from a file of former members. */
export function InvitationsPage() {
  const { view, adds, onView, onAdd } = useView()
  // Kept while another view is looked at.
  const members = useImport()
  const joining = useQuery(siteSettingsQuery()).data?.joining
  return (
    <ConsolePage
      title="Invitations"
      actions={
        <Button data-create size="sm" icon={<Plus className="icon" aria-hidden="true" />} onClick={() => onAdd(true)}>
          New link
        </Button>
      }
    >
      {joining === 'closed' && (
        <Banner tone="warn">
          Registration is closed, so no invitation works until it is open again in{' '}
          <Link to="/admin/settings">Site Settings</Link>.
        </Banner>
      )}
      <Views views={VIEWS} current={view} onView={onView} />
      {view === 'links' && <LinksView onAdd={() => onAdd(true)} />}
      {view === 'email' && <EmailView onLinks={() => onView('links')} />}
      {view === 'import' && (
        <ImportView members={members} onLinks={() => onView('links')} onEmail={() => onView('email')} />
      )}
      <ImportGuard members={members} />
      <NewLink open={adds} onClose={() => onAdd(false)} />
    </ConsolePage>
  )
}
