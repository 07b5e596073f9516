/** A size in CSS pixels. */
export interface Size {
  width: number
  height: number
}

/** A place in the window, in CSS pixels. */
export interface Point {
  x: number
  y: number
}

/** A browser of one person, as far as every engine can be driven. What the engines share is built on it in `Tab`. */
export interface Driver {
  /** Opens an address and waits until its document is there. */
  open(url: string): Promise<void>
  /** Runs a function in the page. It reaches nothing outside itself; arguments and result are JSON. */
  evaluate<T, A extends readonly unknown[]>(work: (...args: A) => T | Promise<T>, ...args: A): Promise<T>
  click(at: Point): Promise<void>
  wheel(at: Point, by: number): Promise<void>
  /** Types into the field that has the focus. */
  type(text: string): Promise<void>
  /** Chooses files in the field that a selector finds, which may be out of sight. */
  choose(field: string, files: readonly string[]): Promise<void>
  resize(size: Size): Promise<void>
  /** A PNG of the window. */
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

/** How a browser is opened. */
export interface Opening {
  size: Size
  /** A script that runs in every page before the page's own. */
  script: string
  /** An empty folder for all that the browser writes. */
  folder: string
}

/** The environment of a browser: without the home of the person who runs the tests. */
export function browserEnvironment(folder: string): Record<string, string> {
  const { PATH = '', DISPLAY = '', BANKSIDE_RUN_FOLDER = '' } = process.env
  return {
    ...{ PATH, DISPLAY, BANKSIDE_RUN_FOLDER, LANG: 'en_GB.UTF-8', TZ: 'UTC' },
    ...{ HOME: folder, TMPDIR: folder, XDG_RUNTIME_DIR: folder, XDG_CACHE_HOME: folder, XDG_CONFIG_HOME: folder },
  }
}
