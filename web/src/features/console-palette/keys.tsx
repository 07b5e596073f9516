import * as styles from './palette.module.css'

/** Keys as they are pressed one after the other, such as `G H`. Shown where there is a keyboard. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className={styles.keys}>
      {keys.split(' ').map((key, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same key may come twice
        <kbd key={at}>{key}</kbd>
      ))}
    </span>
  )
}
