/**
 * Import it as a namespace: the build then inserts each class name where it is used, and includes no object with all
 * names.
 */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export = classes
}
