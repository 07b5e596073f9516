import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Page } from '../../../components/layout/page.tsx'
import { Logo } from '../../../components/ui/logo.tsx'
import { useClubName } from '../../../lib/club.ts'
import * as styles from '../auth.module.css'

export interface AuthLayoutProps {
  title: string
  heading: string
  lead?: string | undefined
  /** Address of the built-in picture and the text on it. */
  art: string
  caption: string
  children: ReactNode
}

/** The frame of the auth pages: picture above (phone) or at the left (laptop), the form beside it, no bars. */
export function AuthLayout({ title, heading, lead, art, caption, children }: AuthLayoutProps) {
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Page title={title} bare className={styles.auth}>
        <div className={`${styles.picture} on-deep`}>
          <img src={art} alt="" width={1600} height={1000} fetchPriority="high" />
          <Link className="brand" to="/" aria-label={`${useClubName()} home`}>
            <Logo />
          </Link>
          <p className={`${styles.caption} only-wide`}>{caption}</p>
        </div>
        <div className={styles.panel}>
          <div>
            <h1 tabIndex={-1}>{heading}</h1>
            {lead && <p className={`muted ${styles.lead}`}>{lead}</p>}
            {children}
            <p className={`${styles.otherWay} small`}>
              <Link className="tap-line" to="/privacy">
                Privacy
              </Link>
            </p>
          </div>
        </div>
      </Page>
    </>
  )
}
