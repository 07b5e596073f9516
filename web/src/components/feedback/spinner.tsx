import { useDelayed } from '../../hooks/use-delayed.ts'

export interface SpinnerProps {
  label?: string
  /** Centred on an otherwise empty page. */
  page?: boolean
}

/** The ring. It shows after 200 ms, so that fast loads do not flicker. */
export function Spinner({ label = 'Loading', page = false }: SpinnerProps) {
  const shown = useDelayed(200)
  return (
    <div className={page ? 'spinner spinner-page' : 'spinner'} role="status">
      {shown && (
        <>
          <span className="spin spin-lg" aria-hidden="true" />
          <span className="visually-hidden">{label}</span>
        </>
      )}
    </div>
  )
}
