// What every page does besides its plain forms and links.
