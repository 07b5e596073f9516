import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import X from 'lucide-react/icons/x'
import type { ReactNode, Ref } from 'react'
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
  /** Stands at the right, e.g. a Retry button. */
  action?: ReactNode
  /** When given, a dismiss button is shown. */
  onDismiss?: () => void
  icon?: ReactNode
  className?: string
  ref?: Ref<HTMLDivElement>
  children: ReactNode
}

/** A message in the flow of the page. Errors are announced at once (`alert`), the others politely (`status`). */
export function Banner({ tone = 'info', action, onDismiss, icon, className, ref, children }: BannerProps) {
  const { className: base, role, Icon } = LOOK[tone]
  return (
    <div ref={ref} className={className ? `${base} ${className}` : base} role={role}>
      {icon ?? <Icon className="i" aria-hidden="true" />}
      <span className="grow">{children}</span>
      {action}
      {onDismiss && <IconButton label="Dismiss" icon={<X className="i" aria-hidden="true" />} onClick={onDismiss} />}
    </div>
  )
}
