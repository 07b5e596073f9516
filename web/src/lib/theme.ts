export type Theme = 'light' | 'dark'

// index.html reads the same key before the first paint.
const KEY = 'bankside-theme'

const systemTheme = (): Theme => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')

/** The saved choice, or undefined when the system decides. */
export function savedTheme(): Theme | undefined {
  try {
    const saved = localStorage.getItem(KEY)
    return saved === 'light' || saved === 'dark' ? saved : undefined
  } catch {
    // Storage can be forbidden; the system then decides.
    return undefined
  }
}

/** Saves the choice (undefined: follow the system) and shows it at once. */
export function chooseTheme(theme: Theme | undefined): void {
  try {
    if (theme) localStorage.setItem(KEY, theme)
    else localStorage.removeItem(KEY)
  } catch {
    // The choice then lasts until the page is closed.
  }
  showTheme(theme ?? systemTheme())
}

/** Follows the system's theme while no choice is saved. Returns a function that stops. */
export function followSystemTheme(): () => void {
  showTheme(savedTheme() ?? systemTheme())
  const query = matchMedia('(prefers-color-scheme: dark)')
  const follow = () => {
    if (!savedTheme()) showTheme(systemTheme())
  }
  query.addEventListener('change', follow)
  return () => query.removeEventListener('change', follow)
}

// The browser's bars, which continue into the window's frame; index.html has the same two for the time before start.
const FRAME: Record<Theme, string> = { light: '#ffffff', dark: '#0f1b18' }

function showTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) meta.content = FRAME[theme]
}
