import { useState } from 'react'
import { FormDialog } from '../../../components/console/form-dialog.tsx'
import { TextField } from '../../../components/form/fields.tsx'
import { useLinkMakeMutation } from '../../../data/invitations/console-link-mutations.ts'
import type { ClubLink } from '../../../data/invitations/console-links-query.ts'
import { clubLinkRefusal } from '../../../data/invitations/refusal.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { formatDay } from '../../../lib/format.ts'
import { serverNow } from '../../../lib/server-clock.ts'
import * as styles from '../invitations.module.css'
import { LINK_DAYS, LINK_PLACES } from '../limits.ts'
import { linkSchema } from '../link-schema.ts'
import { MadeLink } from './made-link.tsx'

const DAY_MS = 86_400_000

export interface NewLinkProps {
  open: boolean
  onClose: () => void
}

/** Makes a link of the club, then shows it. The draft survives a reload. */
export function NewLink({ open, onClose }: NewLinkProps) {
  const make = useLinkMakeMutation()
  const [made, setMade] = useState<{ link: ClubLink; isEarlier: boolean }>()
  const form = useAppForm({
    schema: linkSchema,
    start: { note: '', places: String(LINK_PLACES.usual), days: String(LINK_DAYS.usual) },
    keep: 'club-link',
    // The ID of the request is that of the link: whatever is changed after a lost answer, one link is made.
    send: (link, { request }) => make.mutateAsync({ ...link, id: request }),
    next: 'blank',
    done: (link, { note, places }) => setMade({ link, isEarlier: link.note !== note || link.places !== places }),
    action: consoleFailureText.makeClubLink,
    reason: clubLinkRefusal,
  })
  const { data: days } = linkSchema.shape.days.safeParse(form.values.days)
  return (
    <>
      <FormDialog form={form} open={open && !made} title="New link" onClose={onClose} submitLabel="Make link">
        <TextField
          form={form}
          name="note"
          label="Note"
          hint="What it is for, such as “For the stand at the show”. Only admins see it."
          counted
          autoComplete="off"
          data-autofocus
        />
        <div className={`field-pair ${styles.pair}`}>
          <TextField
            form={form}
            name="places"
            label="Places"
            hint="How many people can register with it."
            inputMode="numeric"
            autoComplete="off"
          />
          <TextField
            form={form}
            name="days"
            label="Days"
            hint={
              days === undefined
                ? 'How long it counts.'
                : `It counts until ${formatDay(new Date(serverNow() + days * DAY_MS))}.`
            }
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
      </FormDialog>
      {made && (
        <MadeLink
          title="Your link is ready"
          {...made}
          onClose={() => {
            setMade(undefined)
            onClose()
          }}
        />
      )}
    </>
  )
}
