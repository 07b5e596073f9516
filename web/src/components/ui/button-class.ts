import clsx from 'clsx'

export type ButtonVariant = 'tip' | 'lake' | 'line' | 'soft' | 'ghost' | 'danger' | 'deep'
export type ButtonSize = 'sm' | 'md' | 'lg'

interface ButtonLook {
  variant: ButtonVariant
  size: ButtonSize
  block: boolean
  className: string | undefined
}

/** Class names that buttons and links in the shape of a button share. */
export function buttonClass({ variant, size, block, className }: ButtonLook): string {
  return clsx('btn', `btn-${variant}`, size !== 'md' && `btn-${size}`, block && 'btn-block', className)
}
