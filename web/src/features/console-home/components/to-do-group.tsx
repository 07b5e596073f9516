import ChevronRight from 'lucide-react/icons/chevron-right'
import ClockAlert from 'lucide-react/icons/clock-alert'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { formatPoints } from '../../../lib/format.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import * as styles from '../home.module.css'

export interface ToDoGroupProps {
  icon: ReactNode
  title: string
  count: number
  /** One of them is overdue. */
  late?: boolean
  /** To the whole list. */
  all: { to: string; text: string }
  children: ReactNode
}

/** One kind of thing that waits: how many, the first three, and the way to all. */
export function ToDoGroup({ icon, title, count, late = false, all, children }: ToDoGroupProps) {
  const id = useId()
  return (
    <section className={styles.group} aria-labelledby={id}>
      <div className={styles.groupHead}>
        {icon}
        <h2 id={id}>{title}</h2>
        <span className={joinClasses(styles.tally, late && styles.isLate)}>{formatPoints(count)}</span>
        <Link to={all.to}>{all.text}</Link>
      </div>
      <ul>{children}</ul>
    </section>
  )
}

export interface ToDoRowProps {
  picture: ReactNode
  title: string
  detail: string
  /** How long it waits. */
  wait?: string | undefined
  overdue?: boolean
  /** Where the work is done, and what the button says. */
  to: string
  action: string
  /** The next thing to do on the page. */
  first?: boolean
}

/** One thing that waits. On phones the whole row is the link, and only the first one has a button. */
export function ToDoRow({ picture, title, detail, wait, overdue = false, to, action, first = false }: ToDoRowProps) {
  return (
    <li className={joinClasses(styles.toDoRow, first && styles.isFirst)}>
      <span className={styles.picture}>{picture}</span>
      <div className={styles.what}>
        <Link className={styles.title} to={to} dir="auto">
          {title}
        </Link>
        <span className={styles.detail}>{detail}</span>
      </div>
      {wait && (
        <span className={joinClasses(styles.wait, overdue && styles.isOverdue)}>
          {overdue && <ClockAlert className="icon" aria-hidden="true" />}
          {overdue ? `${wait}, overdue` : wait}
        </span>
      )}
      <ButtonLink variant={first ? 'tip' : 'line'} size="sm" to={to} aria-label={`${action}: ${title}`}>
        {action}
      </ButtonLink>
      <ChevronRight className={`icon ${styles.chevron}`} aria-hidden="true" />
    </li>
  )
}
