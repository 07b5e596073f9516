import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useEffect, useState } from 'react'
import { Button } from '../components/ui/button.tsx'
import { whenIdle } from '../lib/when-idle.ts'

/** Manages the offline worker, and offers to reload once another version of the app is ready. */
export function NewVersion() {
  const [reload, setReload] = useState<() => void>()

  useEffect(() => {
    if (!import.meta.env.PROD) return
    let stop = () => {}
    // The worker's downloads must not compete with the page being opened.
    const cancel = whenIdle(() => {
      import('../sw/keep-worker.ts').then(
        ({ keepWorker }) => {
          stop = keepWorker((apply) => setReload(() => apply))
        },
        (error: unknown) => console.warn('worker', error),
      )
    })
    return () => {
      cancel()
      stop()
    }
  }, [])

  if (!reload) return null
  return (
    <div className="toast" role="status">
      <RefreshCw className="icon" aria-hidden="true" />
      <span>A new version is ready.</span>
      <Button variant="tip" size="sm" onClick={reload}>
        Reload
      </Button>
    </div>
  )
}
