import { Link, useLocation } from 'react-router'
import * as styles from '../auth.module.css'

/** The line under a form that links to another auth page and passes the remembered origin on. */
export function AuthSwitch({ question, to, label }: { question: string; to: string; label: string }) {
  const { state } = useLocation()
  return (
    <p className={`muted ${styles.otherWay}`}>
      {question}{' '}
      <Link className="tap-line strong" to={to} state={state}>
        {label}
      </Link>
    </p>
  )
}
