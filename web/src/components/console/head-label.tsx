import * as styles from './console-page.module.css'

/** The class of a button beside the title that is an icon on phones; its text is a `HeadLabel`. */
export const shrinks = styles.shrinks

/** The text of such a button: always its name, and seen where there is room. */
export const HeadLabel = ({ children }: { children: string }) => <span className={styles.label}>{children}</span>

/** The text of the main button, where it is long: always its name, and its first word is seen on phones. */
export function MainLabel({ children }: { children: string }) {
  const [first, ...rest] = children.split(' ')
  return (
    <span>
      {first}
      <span className={styles.rest}> {rest.join(' ')}</span>
    </span>
  )
}
