import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Page } from '../../../components/layout/page.tsx'
import { Logo } from '../../../components/ui/logo.tsx'
import '../auth.css'

export interface AuthLayoutProps {
  title: string
  heading: string
  lead: string
  /** Address of the built-in picture and the words on it. */
  art: string
  caption: string
  children: ReactNode
}

/** The frame of the auth pages: art above (phone) or at the left (laptop), the form beside it, no bars. */
export function AuthLayout({ title, heading, lead, art, caption, children }: AuthLayoutProps) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Page title={title} bare className="auth">
        <div className="auth-art on-deep">
          <img src={art} alt="" width={1600} height={1000} fetchPriority="high" />
          <Link className="brand" to="/" aria-label="Bankside home">
            <Logo />
          </Link>
          <p className="auth-cap only-wide">{caption}</p>
        </div>
        <div className="auth-form">
          <div>
            <h1 tabIndex={-1}>{heading}</h1>
            <p className="muted auth-lead">{lead}</p>
            {children}
          </div>
        </div>
      </Page>
    </>
  )
}
