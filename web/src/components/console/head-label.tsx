import * as styles from './console-page.module.css'

/** The class of a button beside the title that is an icon on phones; its text is a `HeadLabel`. */
export const shrinks = styles.shrinks

/** The text of such a button: always its name, and seen where there is room. */
export const HeadLabel = ({ children }: { children: string }) => <span className={styles.label}>{children}</span>
