import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '../../../components/console/confirm-action.tsx'
import { type DataColumn, DataTable } from '../../../components/console/data-table.tsx'
import { Empty } from '../../../components/feedback/empty.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { FloatDrawing } from '../../../components/ui/float-drawing.tsx'
import { useLinkEndMutation } from '../../../data/invitations/console-link-mutations.ts'
import { type ClubLink, clubLinksQuery } from '../../../data/invitations/console-links-query.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { linkState, linkTermText, placesText } from '../invitation-text.ts'
import * as styles from '../invitations.module.css'
import { LinkActions, LinkCell, LinkPill } from './link-cells.tsx'
import { MadeLink } from './made-link.tsx'

/** The links of the club, newest first, with what can be done with those that still count. */
export function LinksView({ onAdd }: { onAdd: () => void }) {
  const links = useQuery(clubLinksQuery)
  const rows = links.data ?? []
  const now = useNow(...rows.map(({ expiresAt }) => expiresAt))
  const [ending, setEnding] = useState<ClubLink>()
  const [shown, setShown] = useState<ClubLink>()

  const columns: DataColumn<ClubLink>[] = [
    { key: 'link', header: 'Link', place: 'topLeft', className: styles.main, cell: (link) => <LinkCell link={link} /> },
    { key: 'state', header: 'State', place: 'topRight', cell: (link) => <LinkPill state={linkState(link, now)} /> },
    {
      key: 'places',
      header: 'Places',
      place: 'full',
      className: styles.term,
      cell: (link) => (
        <>
          <span className="nowrap">{placesText(link)}</span>
          <span className={styles.second}>{linkTermText(link, now)}</span>
        </>
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      align: 'end',
      place: 'actions',
      cell: (link) =>
        linkState(link, now) === 'active' && (
          <LinkActions link={link} onShow={() => setShown(link)} onEnd={() => setEnding(link)} />
        ),
    },
  ]
  return (
    <>
      <DataTable
        label="Links of the club"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        loading={links.isPending}
        empty={
          <Empty
            icon={<FloatDrawing />}
            title="The club has no links yet."
            text="A link lets as many people register as you choose. Share it in a group or on your club’s page."
            action={
              <Button variant="line" onClick={onAdd}>
                Make the first link
              </Button>
            }
          />
        }
        error={links.error}
        failure={consoleFailureText.loadInvitations}
        onRetry={() => void links.refetch()}
      />
      {shown && <MadeLink title="Invitation" link={shown} onClose={() => setShown(undefined)} />}
      <EndDialog link={ending} onClose={() => setEnding(undefined)} />
    </>
  )
}

function EndDialog({ link, onClose }: { link: ClubLink | undefined; onClose: () => void }) {
  const toast = useToast()
  const end = useLinkEndMutation()
  return (
    <ConfirmAction
      open={link !== undefined}
      title="End this link?"
      text={
        <>
          No one can register with “<bdi>{link?.note}</bdi>” any more. Those who have registered stay.
        </>
      }
      confirmLabel="End link"
      onConfirm={() => end.mutateAsync(link?.id ?? '').then(() => toast('The link has ended.'))}
      onClose={onClose}
      failure={consoleFailureText.endClubLink}
    />
  )
}
