import { Link, useLocation } from 'react-router'
import { isWithin } from '../../../components/layout/main-links.ts'
import type { Waiting } from '../../../data/overview/console-waiting-query.ts'
import { formatPoints } from '../../../lib/format.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import * as styles from './console-layout.module.css'
import { type ConsoleSection, home } from './console-sections.ts'

export interface SectionLinkProps {
  section: ConsoleSection
  waiting: Partial<Waiting> | undefined
  onClick?: () => void
}

/** A link to a section of the console, with the number of things that wait there. */
export function SectionLink({ section, waiting, onClick }: SectionLinkProps) {
  const { to, label, Icon, waits = [] } = section
  const { pathname } = useLocation()
  const isHere = to === home.to ? pathname === to : isWithin({ to }, pathname)
  const count = waitingIn(section, waiting)
  const late = waits.includes('claims') && (waiting?.claims?.overdue ?? 0) > 0
  return (
    <Link to={to} aria-current={isHere ? 'page' : undefined} onClick={onClick}>
      <Icon className="icon" aria-hidden="true" />
      {label}
      {count > 0 && <Tally count={count} late={late} />}
    </Link>
  )
}

/** How many things wait in a section. */
export const waitingIn = ({ waits = [] }: ConsoleSection, waiting: Partial<Waiting> | undefined): number =>
  waits.reduce((sum, what) => sum + (waiting?.[what]?.count ?? 0), 0)

/** How many things wait; `late` when one of them is overdue. */
export function Tally({ count, late = false }: { count: number; late?: boolean }) {
  return (
    <span className={joinClasses(styles.tally, late && styles.isLate)}>
      {formatPoints(count)}
      <span className="visually-hidden"> waiting</span>
    </span>
  )
}
