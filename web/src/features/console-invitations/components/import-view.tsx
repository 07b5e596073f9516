import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { canMailQuery } from '../../../data/invitations/console-can-mail-query.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import * as styles from '../import.module.css'
import type { Import } from '../use-import.ts'
import { ChooseColumns } from './choose-columns.tsx'
import { ChooseFile } from './choose-file.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportResult } from './import-result.tsx'
import { ImportRowList } from './import-row-list.tsx'
import { ImportSending } from './import-sending.tsx'
import { ImportSteps } from './import-steps.tsx'
import { MailUnknown, NoMail } from './no-mail.tsx'

interface ImportViewProps {
  members: Import
  onLinks: () => void
  onEmail: () => void
}

/** Imports members from a file where the site sends mails. */
export function ImportView({ members, onLinks, onEmail }: ImportViewProps) {
  const { data: canMail, error, refetch } = useQuery(canMailQuery)
  // What has begun is told in any case.
  if (members.state.step !== 'file') return <Steps members={members} onEmail={onEmail} />
  if (canMail) return <Steps members={members} onEmail={onEmail} />
  if (canMail === false) return <NoMail onLinks={onLinks} />
  if (!error) return <MailUnknown />
  return <ErrorBanner action={consoleFailureText.loadInvitations} error={error} onRetry={() => void refetch()} />
}

function Steps({ members, onEmail }: Omit<ImportViewProps, 'onLinks'>) {
  const { state } = members
  const { step } = state
  const heading = useRef<HTMLHeadingElement>(null)
  const headingId = useId()
  const shown = useRef(step)
  // The button that led here has gone.
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    heading.current?.focus()
  }, [step])
  return (
    <section className={styles.importing} aria-labelledby={headingId}>
      <Card pad>
        <h2 id={headingId} ref={heading} tabIndex={-1}>
          Import members
        </h2>
        <ImportSteps step={step} />
        {state.step === 'file' && <ChooseFile members={members} state={state} />}
        {state.step === 'columns' && <ChooseColumns members={members} state={state} />}
        {state.step === 'sending' && <ImportSending members={members} state={state} />}
        {state.step === 'result' && <ImportResult members={members} state={state} onEmail={onEmail} />}
        {state.step === 'preview' && <ImportPreview members={members} state={state} />}
      </Card>
      {state.step === 'preview' && <ImportRowList rows={state.rows} />}
    </section>
  )
}
