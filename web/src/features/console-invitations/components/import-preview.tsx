import { useState } from 'react'
import { INVITED_A_DAY } from '../../../../../contract/src/limits.ts'
import { Banner } from '../../../components/feedback/banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { formatCount, formatPoints } from '../../../lib/format.ts'
import * as styles from '../import.module.css'
import { membersOf } from '../import-rows.ts'
import { planned, questionText } from '../import-text.ts'
import type { Import, ImportState } from '../use-import.ts'
import { FateChips } from './fate-chips.tsx'

interface ImportPreviewProps {
  members: Import
  state: Extract<ImportState, { step: 'preview' }>
}

/** What will happen to each row of the file, and the button that sends. */
export function ImportPreview({ members, state }: ImportPreviewProps) {
  const { rows } = state
  const [asking, setAsking] = useState(false)
  const count = membersOf(rows).length
  return (
    <>
      <FateChips fates={rows.map(planned)} are="planned" />
      <p className={styles.lead}>
        Only the rows to invite are sent. An address that belongs to a member, or was invited in the last 30 days, stays
        as it is: it gets no email and no points, and its invitation does not change.
      </p>
      {count > INVITED_A_DAY && (
        <Banner>
          {formatPoints(INVITED_A_DAY)} addresses can be invited a day. Import the same file again on the next day to
          invite the others.
        </Banner>
      )}
      <div className={styles.actions}>
        <Button variant="line" onClick={() => members.reconsider(state)}>
          Back to columns
        </Button>
        <Button variant="tip" disabled={count === 0} onClick={() => setAsking(true)}>
          {count === 0 ? 'Nothing to send' : `Send up to ${formatCount(count, 'invitation')}`}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={`Send up to ${formatCount(count, 'invitation')}?`}
        text={questionText(rows)}
        confirmLabel="Send"
        tone="lake"
        onConfirm={() => void members.send(rows)}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
