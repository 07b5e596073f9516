import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { SHARED } from '../../../../contract/src/share-target.ts'

/** Deletes what a phone has shared with the app, for a member who may not post, and removes it from the address. */
export function useDroppedShare(): void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const id = new URLSearchParams(search).get(SHARED)
  useEffect(() => {
    if (id === null) return
    void navigate(pathname, { replace: true })
    import('../../data/newsfeed/kept-photos.ts')
      .then(({ dropShare }) => dropShare(id))
      .catch((error: unknown) => console.warn('share', error))
  }, [id, pathname, navigate])
}
