import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { Link } from 'react-router'
import { SHOWN_MS } from '../../../../../contract/src/limits.ts'
import { Banner } from '../../../components/feedback/banner.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { useOwnDataMutation } from '../../../data/privacy/own-data-mutation.ts'
import { usePassingText } from '../../../hooks/use-passing-text.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { isTooMany } from '../delete-failure.ts'
import * as styles from '../your-data.module.css'
import { DeleteAccount } from './delete-account.tsx'

export interface YourDataProps {
  userId: string
  email: string | undefined
}

/** Lets members download their data or delete their account. */
export function YourData({ userId, email }: YourDataProps) {
  const load = useOwnDataMutation(userId)
  const [success, showSuccess] = usePassingText(SHOWN_MS.success)
  const [deleting, setDeleting] = useState(false)

  const download = () => {
    showSuccess(undefined)
    load.mutate(undefined, {
      onSuccess: (data) => {
        const day = new Date().toISOString().slice(0, 10)
        saveFile(`bankside-data-${day}.json`, JSON.stringify(data, null, 2), 'application/json;charset=utf-8')
        showSuccess('Your data was saved as a file.')
      },
    })
  }

  return (
    <Card as="section" pad className={styles.section} aria-labelledby="your-data-heading">
      <h2 id="your-data-heading">Your data</h2>
      <p className="small muted">
        Get everything we hold about you in one file, with links to your photos.{' '}
        <Link className="tap-line" to="/privacy">
          What we store
        </Link>
      </p>
      {load.isError &&
        (isTooMany(load.error) ? (
          <Banner tone="danger" onDismiss={load.reset}>
            You have downloaded your data too often. Try again in an hour.
          </Banner>
        ) : (
          <ErrorBanner action="downloadData" error={load.error} onDismiss={load.reset} />
        ))}
      {success && <Banner tone="success">{success}</Banner>}
      <div className={styles.actions}>
        <Button
          variant="line"
          busy={load.isPending}
          busyText="Collecting..."
          icon={<Download className="icon" aria-hidden="true" />}
          onClick={download}
        >
          Download your data
        </Button>
        {email !== undefined && (
          <Button variant="ghost" className={styles.deletion} onClick={() => setDeleting(true)}>
            Delete account
          </Button>
        )}
      </div>
      {email !== undefined && (
        <DeleteAccount open={deleting} onClose={() => setDeleting(false)} userId={userId} email={email} />
      )}
    </Card>
  )
}
