import Download from 'lucide-react/icons/download'
import Share from 'lucide-react/icons/share'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { mayOfferInstall, noteInstallOffered } from '../../data/install/visits.ts'
import { clubName } from '../../lib/club.ts'
import { heldPrompt, onHeldPrompt } from '../../lib/install-prompt.ts'
import * as styles from './install-toast.module.css'

/** An iPhone or iPad whose browser shows the app, which is not installed. Only these have the property. */
const isInSafari = () => 'standalone' in navigator && navigator.standalone === false

/** Offers once, not on the first day, to install the app; on an iPhone it says how. */
export function InstallToast() {
  const [may, setMay] = useState(mayOfferInstall)
  const prompt = useSyncExternalStore(onHeldPrompt, heldPrompt)
  const shown = may && (prompt !== undefined || isInSafari())
  useEffect(() => {
    if (shown) noteInstallOffered()
  }, [shown])
  useEffect(() => {
    if (!isInSafari()) return
    import('../../lib/start-images.ts')
      .then(({ addStartImages }) => addStartImages())
      .catch((error: unknown) => console.warn('start images', error))
  }, [])
  if (!shown) return null

  const close = () => setMay(false)
  const install = () => {
    close()
    void prompt?.prompt()
  }
  return (
    <div className={`toast ${styles.offer}`} role="status">
      {prompt ? <Download className="icon" aria-hidden="true" /> : <Share className="icon" aria-hidden="true" />}
      <span>
        {prompt
          ? `Install ${clubName()} as an app?`
          : `To install ${clubName()}, tap Share and then “Add to Home Screen”.`}
      </span>
      <span className={styles.buttons}>
        {prompt && (
          <Button variant="tip" size="sm" onClick={install}>
            Install
          </Button>
        )}
        <Button variant={prompt ? 'ghost' : 'tip'} size="sm" onClick={close}>
          {prompt ? 'Not now' : 'OK'}
        </Button>
      </span>
    </div>
  )
}
