import { joinClasses } from '../../lib/join-classes.ts'

export type ButtonVariant = 'tip' | 'lake' | 'line' | 'soft' | 'ghost' | 'danger' | 'deep'
export type ButtonSize = 'sm' | 'md' | 'lg'

interface ButtonLook {
  variant: ButtonVariant
  size: ButtonSize
  block: boolean
  className: string | undefined
}

/** Class names shared by buttons and button-shaped links. */
export function buttonClass({ variant, size, block, className }: ButtonLook): string {
  return joinClasses(
    'button',
    `button-${variant}`,
    size !== 'md' && `button-${size}`,
    block && 'button-block',
    className,
  )
}
