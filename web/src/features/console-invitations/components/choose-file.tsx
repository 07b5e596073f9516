import FileUp from 'lucide-react/icons/file-up'
import { type DragEvent, useRef, useState } from 'react'
import { Banner } from '../../../components/feedback/banner.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { FailureSpot } from '../../../components/ui/failure-spot.tsx'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { formatPoints } from '../../../lib/format.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import * as styles from '../import.module.css'
import { IMPORT_FILE } from '../limits.ts'
import type { Import, ImportState } from '../use-import.ts'

interface ChooseFileProps {
  members: Import
  state: Extract<ImportState, { step: 'file' }>
}

/** Takes the file of the members by click or drop. */
export function ChooseFile({ members, state }: ChooseFileProps) {
  const { choose, isReading } = members
  const picker = useRef<HTMLInputElement>(null)
  const [dragging, setDragging] = useState(false)

  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (file) void choose(file)
  }
  const dragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setDragging(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setDragging(false)
    take(event.dataTransfer.files)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same
    <div onDragOver={dragOver} onDragLeave={() => setDragging(false)} onDrop={drop}>
      <p className={styles.lead}>
        Your club had its members elsewhere? Take the list along: each address gets the club’s invitation by email.
        Anyone who accepts it finds their name proposed, is given their points once, and stays a member since the day
        they joined. No one becomes a member without accepting.
      </p>
      <input
        ref={picker}
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
        hidden
        aria-label="File of members"
        onChange={(event) => {
          take(event.target.files)
          // Choosing the same file again must fire a change event too.
          event.target.value = ''
        }}
      />
      <button
        type="button"
        className={joinClasses(styles.well, dragging && styles.dragging)}
        aria-disabled={isReading || undefined}
        onClick={() => picker.current?.click()}
      >
        {isReading ? <span className="spin" aria-hidden="true" /> : <FileUp className="icon" aria-hidden="true" />}
        <b>{isReading ? 'Reading the file...' : dragging ? 'Drop the file here' : 'Choose a file'}</b>
        <span className="hint">
          A CSV file with email addresses, up to 1 MB and {formatPoints(IMPORT_FILE.rows)} rows, chosen or dropped here
        </span>
      </button>
      <FailureSpot>
        {state.refusal !== undefined && <Banner tone="danger">{state.refusal}</Banner>}
        {state.error !== undefined && <ErrorBanner action={consoleFailureText.readMembers} error={state.error} />}
      </FailureSpot>
    </div>
  )
}
