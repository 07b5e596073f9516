import { type ComponentType, useEffect, useState } from 'react'
import { useUserId } from '../hooks/use-session.ts'
import { whenIdle } from '../lib/when-idle.ts'

/** Offers members to install the app. Its code is loaded when the page has nothing else to do. */
export function InstallOffer() {
  const isMember = useUserId() !== undefined
  const [Toast, setToast] = useState<ComponentType>()
  useEffect(() => {
    if (!isMember) return
    return whenIdle(() => {
      import('../features/install/install-toast.tsx').then(
        ({ InstallToast }) => setToast(() => InstallToast),
        (error: unknown) => console.warn('install', error),
      )
    })
  }, [isMember])
  return isMember && Toast ? <Toast /> : null
}
