import { useSearchParams } from 'react-router'
import { OPERATOR } from '../../data/audit/audit-entry.ts'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The actor whose actions are shown, kept in the address (`?actor=…`); undefined shows all actors. */
export function useActor(): [actor: string | undefined, setActor: (actor: string | undefined) => void] {
  const [params, setParams] = useSearchParams()
  const given = params.get('actor') ?? ''
  const setActor = (actor: string | undefined) =>
    setParams(
      (last) => {
        const next = new URLSearchParams(last)
        next.delete('page')
        if (actor === undefined) next.delete('actor')
        else next.set('actor', actor)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return [given === OPERATOR || ID.test(given) ? given : undefined, setActor]
}
