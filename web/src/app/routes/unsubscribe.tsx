import { useState } from 'react'
import lakeDawn from '../../assets/art/lake-dawn.svg'
import { Banner } from '../../components/feedback/banner.tsx'
import { Button } from '../../components/ui/button.tsx'
import { useUnsubscribeMutation } from '../../data/notifications/unsubscribe-mutation.ts'
import { AuthLayout } from '../../features/auth/components/auth-layout.tsx'
import { AuthSwitch } from '../../features/auth/components/auth-switch.tsx'
import { GROUPS } from '../../features/notifications/settings-text.ts'

/**
 * The page of the unsubscribe link: a button stops the emails, without a login. The token is in the fragment, which is
 * not sent to a server.
 */
export function Component() {
  const [token] = useState(() => window.location.hash.slice(1))
  const unsubscribe = useUnsubscribeMutation()
  return (
    <AuthLayout
      title="Fewer emails"
      heading="Fewer emails"
      lead={leadOf(token, unsubscribe.isSuccess)}
      art={lakeDawn}
      caption="Pick your swim. Put the kettle on."
    >
      {unsubscribe.isError && <Banner tone="warn">This link does not work. Open it again from the email.</Banner>}
      {token !== '' && !unsubscribe.isSuccess && (
        <Button block busy={unsubscribe.isPending} onClick={() => unsubscribe.mutate(token)}>
          Stop these emails
        </Button>
      )}
      <AuthSwitch
        question="Want to choose what you receive?"
        to="/notifications/settings"
        label="Notification settings"
      />
    </AuthLayout>
  )
}

function leadOf(token: string, isDone: boolean): string {
  if (token === '')
    return 'This link is not complete. Open it again from the email, or choose what you receive in the notification settings.'
  const what = kindsOf(token)
  return isDone
    ? `You will no longer receive ${what}.`
    : `Press the button to stop ${what}. You will still see these notifications in the app.`
}

/** What the token stops: after the member's ID it has the groups of notifications, or the digest. */
function kindsOf(token: string): string {
  const scope = token.split('.')[1] ?? ''
  if (scope === 'digest') return 'the email digest of your notifications'
  const titles = scope.split('-').flatMap((name) => GROUPS[name]?.title ?? [])
  return titles.length === 0
    ? 'these emails'
    : `emails of ${titles.length > 1 ? 'these kinds' : 'this kind'}: ${titles.join(', ')}`
}
