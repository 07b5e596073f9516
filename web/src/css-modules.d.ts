/** Import it as a namespace: a build then puts each class name where it is used, and ships no object of names. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export = classes
}
