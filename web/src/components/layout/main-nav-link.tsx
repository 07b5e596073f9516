import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { isWithin, type MainLink } from './main-links.ts'

export interface MainNavLinkProps {
  link: Pick<MainLink, 'to' | 'also'>
  children: ReactNode
}

/** An item of the navigation, current on all pages that belong to it. */
export function MainNavLink({ link, children }: MainNavLinkProps) {
  const { pathname } = useLocation()
  return (
    <Link to={link.to} aria-current={isWithin(link, pathname) ? 'page' : undefined}>
      {children}
    </Link>
  )
}
