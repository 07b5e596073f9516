import { Link, useLocation } from 'react-router'

/** The line under a form that leads to another auth page; the remembered origin goes along. */
export function AuthSwitch({ question, to, label }: { question: string; to: string; label: string }) {
  const { state } = useLocation()
  return (
    <p className="muted auth-switch">
      {question}{' '}
      <Link className="tapline strong" to={to} state={state}>
        {label}
      </Link>
    </p>
  )
}
