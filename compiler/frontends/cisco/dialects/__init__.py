"""What NX-OS, IOS XR and EOS write in another way than IOS."""
