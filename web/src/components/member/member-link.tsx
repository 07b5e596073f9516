import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useUserId } from '../../hooks/use-session.ts'
import { joinClasses } from '../../lib/join-classes.ts'
import * as styles from './member-link.module.css'
import { memberPath } from './member-path.ts'

export interface MemberLinkProps {
  username: string
  className?: string | undefined
  /** The name unless given. */
  children?: ReactNode
}

/** The name of a member, which leads to their page. For guests, and for a deleted member, it is plain text. */
export function MemberLink({ username, className, children = username }: MemberLinkProps) {
  const member = useUserId() !== undefined
  const to = memberPath(username)
  if (!member || to === undefined) return <span className={className}>{children}</span>
  return (
    <Link to={to} className={joinClasses(styles.member, className)}>
      {children}
    </Link>
  )
}
