#!/usr/bin/python3
# A window of WebKitGTK for WebKitWebDriver, of exactly the given size: webkit-window.py <width> <height> <folder>
# The browser that comes with the driver cannot be as narrow as a phone, and runs no script before those of a page.
# The folder contains the script as start.js.
import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2

width, height, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
with open(os.path.join(folder, "start.js"), encoding="utf-8") as file:
    start = file.read()

# Not the ephemeral kind, so that workers and their caches are as on a device.
data = WebKit2.WebsiteDataManager(
    base_data_directory=os.path.join(folder, "data"),
    base_cache_directory=os.path.join(folder, "cache"),
)
context = WebKit2.WebContext(website_data_manager=data)
context.set_automation_allowed(True)
# Without a graphics card, pages that move would take all of the processor.
Gtk.Settings.get_default().set_property("gtk-enable-animations", False)


def make_view(_session):
    scripts = WebKit2.UserContentManager()
    frames, moment = WebKit2.UserContentInjectedFrames.TOP_FRAME, WebKit2.UserScriptInjectionTime.START
    scripts.add_script(WebKit2.UserScript.new(start, frames, moment, None, None))
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True, user_content_manager=scripts)
    view.get_settings().set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(width, height)
    window.add(view)
    window.show_all()
    window.move(0, 0)
    view.connect("close", lambda _view: window.destroy())
    return view


def begin(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("Bankside")
    info.set_version(1, 0, 0)
    session.set_application_info(info)
    session.connect("create-web-view", make_view)


context.connect("automation-started", begin)
Gtk.main()
