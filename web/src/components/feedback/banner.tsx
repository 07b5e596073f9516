import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import X from 'lucide-react/icons/x'
import { type ReactNode, type Ref, useEffect, useState } from 'react'
import { useOnline } from '../../hooks/use-online.ts'
import { IconButton } from '../ui/icon-button.tsx'

export type BannerTone = 'danger' | 'warn' | 'success' | 'info'

const LOOK = {
  danger: { className: 'banner banner-bad', role: 'alert', Icon: CircleAlert },
  warn: { className: 'banner banner-warn', role: 'status', Icon: ShieldAlert },
  success: { className: 'banner banner-ok', role: 'status', Icon: CircleCheck },
  info: { className: 'banner', role: 'status', Icon: Info },
} as const

export interface BannerProps {
  tone?: BannerTone
  /** Shown at the right, e.g. a Retry button. */
  action?: ReactNode
  /** When given, a dismiss button is shown. */
  onDismiss?: () => void
  icon?: ReactNode
  className?: string
  ref?: Ref<HTMLDivElement>
  children: ReactNode
}

/**
 * A message in the flow of the page. Errors are announced at once (`alert`), the others politely (`status`). An error
 * that occurred offline says so and disappears when the connection returns, unless it has a button that is still useful.
 */
export function Banner({ tone = 'info', action, onDismiss, icon, className, ref, children }: BannerProps) {
  const { className: base, role, Icon } = LOOK[tone]
  const online = useOnline()
  const [cameOffline] = useState(tone === 'danger' && !online)
  const over = cameOffline && online && !action
  useEffect(() => {
    if (over) onDismiss?.()
  }, [over, onDismiss])
  if (over) return null
  const saysSo = typeof children === 'string' && children.includes('no connection')
  return (
    <div ref={ref} className={className ? `${base} ${className}` : base} role={role}>
      {icon ?? <Icon className="icon" aria-hidden="true" />}
      <span className="grow">
        {children}
        {cameOffline && !online && !saysSo && <span className="banner-why">You are offline.</span>}
      </span>
      {action}
      {onDismiss && <IconButton label="Dismiss" icon={<X className="icon" aria-hidden="true" />} onClick={onDismiss} />}
    </div>
  )
}
