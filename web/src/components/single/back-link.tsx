import ChevronLeft from 'lucide-react/icons/chevron-left'
import { Link } from 'react-router'
import * as styles from './back-link.module.css'

/** Above a page that belongs to a list: leads to the list. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={styles.back}>
      <ChevronLeft className="icon" aria-hidden="true" />
      {children}
    </Link>
  )
}
