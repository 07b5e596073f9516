// Runs before the first paint, so it is a file of its own: the content security policy allows no inline script.
;(() => {
  let theme
  try {
    theme = localStorage.getItem('bankside-theme')
  } catch {}
  if (theme !== 'light' && theme !== 'dark')
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.dataset.theme = theme
})()
