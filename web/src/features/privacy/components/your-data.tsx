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
import { DeleteAccount } from './delete-account.tsx'
import '../privacy.css'

export interface YourDataProps {
  userId: string
  email: string | undefined
}

/** What a member may do with what is stored about them: take it along, or have it deleted. */
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
        showSuccess('Your data is saved as a file.')
      },
    })
  }

  return (
    <Card as="section" pad className="your-data" aria-labelledby="your-data-heading">
      <h2 id="your-data-heading">Your data</h2>
      <p className="small muted">
        Everything stored about you in one file, with the addresses of your photos.{' '}
        <Link className="tapline" to="/privacy">
          What is stored
        </Link>
      </p>
      {load.isError &&
        (isTooMany(load.error) ? (
          <Banner tone="danger" onDismiss={load.reset}>
            You have asked for your data often. Try again in an hour.
          </Banner>
        ) : (
          <ErrorBanner action="downloadData" error={load.error} onDismiss={load.reset} />
        ))}
      {success && <Banner tone="success">{success}</Banner>}
      <div className="your-data-actions">
        <Button
          variant="line"
          busy={load.isPending}
          busyText="Collecting..."
          icon={<Download className="i" aria-hidden="true" />}
          onClick={download}
        >
          Download your data
        </Button>
        {email !== undefined && (
          <Button variant="ghost" className="your-data-delete" onClick={() => setDeleting(true)}>
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
