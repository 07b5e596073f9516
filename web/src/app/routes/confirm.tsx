import { useState } from 'react'
import { useSearchParams } from 'react-router'
import lakeDawn from '../../assets/art/lake-dawn.svg'
import { Banner } from '../../components/feedback/banner.tsx'
import { Spinner } from '../../components/feedback/spinner.tsx'
import * as styles from '../../features/auth/auth.module.css'
import { AuthLayout } from '../../features/auth/components/auth-layout.tsx'
import { AuthSwitch } from '../../features/auth/components/auth-switch.tsx'
import { PressPanel } from '../../features/auth/components/press-panel.tsx'
import { CodeForm } from '../../features/auth/forms/code-form.tsx'
import { LINK_TEXTS, mailedKind, mailedLink } from '../../features/auth/mailed-link.ts'
import { useSession } from '../../hooks/use-session.ts'

/**
 * The page of mailed links: a button carries out what the email is for. Without a link, the email's code can be
 * entered.
 */
export function Component() {
  const session = useSession()
  // Read once: later changes of the address must not change the page's purpose.
  const [link] = useState(() => mailedLink(window.location))
  const [hasEnded, setEnded] = useState(false)
  const [params] = useSearchParams()
  const typed = mailedKind(params.get('type')) ?? 'magiclink'
  const texts = LINK_TEXTS[link && link !== 'incomplete' ? link.kind : typed]
  const lead = link && link !== 'incomplete' ? texts.lead : 'Enter the code from the email that we sent you.'
  return (
    <AuthLayout
      title={texts.heading}
      heading={texts.heading}
      lead={hasEnded ? undefined : lead}
      art={lakeDawn}
      caption="Pick your swim. Put the kettle on."
    >
      {link === 'incomplete' && (
        <Banner tone="warn" className={styles.notice}>
          Part of the link is missing. Open it from the email again, or enter the code.
        </Banner>
      )}
      {session.status === 'loading' ? (
        <Spinner />
      ) : link && link !== 'incomplete' ? (
        <PressPanel link={link} onEnded={() => setEnded(true)} />
      ) : (
        <CodeForm kind={typed} />
      )}
      <AuthSwitch question="Already confirmed?" to="/login" label="Log in" />
    </AuthLayout>
  )
}
